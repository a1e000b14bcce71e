/** What JupyterLab and JupyterLite put on a page; their own types would bring all of them. */

declare var jupyterapp: any;
declare var _JUPYTERLAB: any;
