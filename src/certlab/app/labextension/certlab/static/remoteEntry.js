// @ts-check
/**
 * An extension of JupyterLab and JupyterLite, as their builder would make it: it shows today's
 * work when the start notebook opens, see today.js, it shows our drawings at their own width and
 * in the colours of the theme, shows what was stored of widgets that have gone, see
 * stored_widgets.js, and what it adds to labs stands in labs.js.
 *
 * In JupyterLab it runs no cell unless somebody presses a button.
 *
 * @import { App } from "../../jupyterlab.d.ts"
 */
(() => {
  /** A drawing is a picture to JupyterLab, and learns of the theme from the element around it. */
  function followTheme() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`[data-jp-theme-light='true'] img { color-scheme: light } [data-jp-theme-light='false'] img { color-scheme: dark }
      .jp-RenderedSVG img { max-width: 100%; height: auto }`);
    document.adoptedStyleSheets.push(sheet);
    document.addEventListener("load", fitOutput, true); // it does not bubble
  }

  const HEAD = "data:image/svg+xml,";
  const DARK = { "#1c1e23": "#e4e6ea", "#ffffff": "#15171c" };

  /**
   * Only drawings of ours, which ask for our colours; those of others are theirs.
   *
   * @param {Event} event
   */
  function fitOutput(event) {
    const target = /** @type {HTMLImageElement} */ (event.target);
    if (!target.matches?.(".jp-RenderedSVG img") || !target.src.startsWith(HEAD)) return;
    let svg = "";
    try {
      svg = decodeURIComponent(target.src.slice(HEAD.length));
    } catch {
      return; // no text of ours
    }
    if (svg.includes("var(--cl-") && !svg.includes("color-scheme"))
      target.src = HEAD + encodeURIComponent(asPicture(svg));
  }

  /**
   * As wide as it was drawn, dark on a dark page: what `as_picture` makes of a page's figures (certlab.course.figures).
   *
   * @param {string} svg
   */
  function asPicture(svg) {
    const end = svg.indexOf(">");
    let root = svg.slice(0, end);
    const size = /\swidth="/.test(root) ? null : /\sviewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(root);
    if (!/\sstyle="/.test(root)) root += ' style=""';
    root = root.replace(/(\sstyle=")/, "$1color-scheme: light dark; ");
    if (size) root = root.replace(/<svg\b/, `<svg width="${size[1]}" height="${size[2]}"`);
    return Object.entries(DARK).reduce(
      (text, [light, dark]) => text.replaceAll(`, ${light})`, `, light-dark(${light}, ${dark}))`),
      root + svg.slice(end),
    );
  }

  /** @type {Record<string, Record<string, { get(): Promise<() => any> }>>} */
  let scope = {}; // what JupyterLab shares, by package and version; each is `any`, as its own types are not here

  /** @param {string} name */
  async function shared(name) {
    const [found] = Object.values(scope[name]);
    return (await found.get())();
  }

  const plugin = {
    id: "certlab:today",
    description: "Shows today's work when the start notebook opens, and has the app.",
    autoStart: true,
    /**
     * @param {App} app
     * @param {any} restorer
     * @param {any} rendermime
     */
    activate: async (app, restorer, rendermime) => {
      followTheme();
      import("./today.js")
        .then(({ showToday }) => app.restored.then(() => showToday(app)))
        .catch(console.warn);
      const [{ addToLabs }, { openUnchanged }, stored, { NotebookActions }, { Widget }] =
        await Promise.all([
          import("./labs.js"),
          import("./opening.js"),
          import("./stored_widgets.js"),
          shared("@jupyterlab/notebook"),
          shared("@lumino/widgets"),
        ]);
      openUnchanged(app);
      stored.leaveStates(app);
      app.restored.then(() => stored.watchWidgets(app)).catch(console.warn);
      addToLabs(app, { restorer, rendermime, actions: NotebookActions, Widget });
    },
  };

  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB.certlab = {
    /** @param {typeof scope} given */
    init: (given) => {
      scope = given;
    },
    get: async () => {
      const application = await shared("@jupyterlab/application");
      const { IRenderMimeRegistry } = await shared("@jupyterlab/rendermime");
      const { PageConfig } = await shared("@jupyterlab/coreutils");
      const optional = [application.ILayoutRestorer, IRenderMimeRegistry];
      /** @type {any[]} */
      const plugins = [{ ...plugin, optional }];
      if (PageConfig.getOption("hubPrefix")) {
        const { connectionLost } = await import("./connection_lost.js");
        plugins.push(connectionLost(application, await shared("@jupyterlab/apputils")));
      }
      return () => ({ __esModule: true, default: plugins });
    },
  };
})();
