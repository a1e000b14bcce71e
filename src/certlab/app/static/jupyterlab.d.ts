/** What JupyterLab and JupyterLite put on a page; their own types would bring all of them. */

declare var jupyterapp: any;
declare var _JUPYTERLAB: any;
/** In JupyterLite alone: the answers of its browser, see site/lite/static/lab.js. */
declare var certlabStore:
  | Promise<{ rows(): Promise<{ item: string; outcome: string }[]> }>
  | undefined;
