// @ts-check
/**
 * An extension of JupyterLab and JupyterLite, as their builder would make it: it runs the cell
 * that shows today's work when the start notebook opens, so that nobody has to know how, it
 * shows our drawings at their own width and in the colours of the theme, shows what was stored
 * of widgets that have gone, see stored_widgets.js, and what it adds to labs stands in labs.js.
 *
 * Only that cell, and only while it says what we shipped; in a notebook that a learner or
 * somebody else wrote, nothing is run.
 */
(() => {
  const NOTEBOOK = "labs/00_start_here.ipynb";
  const CELL = "today";
  const SOURCE = "from certlab import widgets\n\nwidgets.start()";

  /** Call `act` with the start notebook's panel when it is first shown. */
  function onStart(app, act) {
    const seen = new WeakSet();
    const look = (panel) => {
      const { context } = panel ?? {};
      // Its folder may stand anywhere below the server's.
      if (
        !context?.sessionContext ||
        seen.has(context) ||
        !`/${context.path}`.endsWith(`/${NOTEBOOK}`)
      )
        return;
      seen.add(context);
      act(panel).catch(console.warn);
    };
    look(app.shell.currentWidget);
    app.shell.currentChanged.connect((_, { newValue }) => look(newValue));
  }

  async function showToday(app, panel) {
    const { context, content } = panel;
    await context.ready;
    const written = sources(panel);
    const index = content.widgets.findIndex(({ model }) => model.id === CELL);
    const cell = content.widgets[index];
    const count = cell?.model.executionCount;
    await context.sessionContext.ready;
    await context.sessionContext.session?.kernel?.info; // or the old picture goes before a new one can come
    const ours = cell?.model.sharedModel.getSource().trim() === SOURCE;
    const alone = cell?.model.executionCount === count; // else somebody was quicker
    if (!ours || !alone || content.widgets[index] !== cell || app.shell.currentWidget !== panel)
      return;
    content.activeCellIndex = index;
    await app.commands.execute("notebook:run-cell");
    // Looking is no edit: nothing is to be saved, and closing asks nothing.
    if (sources(panel) === written) context.model.dirty = false;
  }

  function sources({ content }) {
    return JSON.stringify(
      content.widgets.map(({ model }) => [model.id, model.sharedModel.getSource()]),
    );
  }

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

  /** Only drawings of ours, which ask for our colours; those of others are theirs. */
  function fitOutput({ target }) {
    if (!target.matches?.(".jp-RenderedSVG img") || !target.src.startsWith(HEAD)) return;
    const svg = decodeURIComponent(target.src.slice(HEAD.length));
    if (svg.includes("var(--cl-") && !svg.includes("color-scheme"))
      target.src = HEAD + encodeURIComponent(asPicture(svg));
  }

  /** As wide as it was drawn, dark on a dark page: what `as_picture` makes of a page's figures (certlab.course.figures). */
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

  let scope = {}; // what JupyterLab shares, by package and version

  async function shared(name) {
    const [found] = Object.values(scope[name]);
    return (await found.get())();
  }

  const plugin = {
    id: "certlab:today",
    description: "Runs the first cell of the start notebook when it opens, and has the app.",
    autoStart: true,
    activate: async (app, restorer, rendermime) => {
      followTheme();
      app.restored.then(() => onStart(app, (panel) => showToday(app, panel)));
      import("./stored_widgets.js")
        .then(({ watchWidgets }) => app.restored.then(() => watchWidgets(app)))
        .catch(console.warn);
      const [{ addToLabs }, { Widget }] = await Promise.all([
        import("./labs.js"),
        shared("@lumino/widgets"),
      ]);
      addToLabs(app, { restorer, rendermime, Widget });
    },
  };

  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB.certlab = {
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
