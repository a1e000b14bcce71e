/**
 * An extension of JupyterLab and JupyterLite, as their builder would make it: it runs the cell
 * that shows today's work when the start notebook opens, so that nobody has to know how.
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
      if (!context?.sessionContext || seen.has(context) || !`/${context.path}`.endsWith(`/${NOTEBOOK}`)) return;
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
    if (!ours || !alone || content.widgets[index] !== cell || app.shell.currentWidget !== panel) return;
    content.activeCellIndex = index;
    await app.commands.execute("notebook:run-cell");
    // Looking is no edit: nothing is to be saved, and closing asks nothing.
    if (sources(panel) === written) context.model.dirty = false;
  }

  function sources({ content }) {
    return JSON.stringify(content.widgets.map(({ model }) => [model.id, model.sharedModel.getSource()]));
  }

  /** A figure is a picture to JupyterLab, and learns of the theme from the element around it. */
  function followTheme() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("[data-jp-theme-light='true'] img { color-scheme: light } [data-jp-theme-light='false'] img { color-scheme: dark }");
    document.adoptedStyleSheets.push(sheet);
  }

  const plugin = {
    id: "certlab:today",
    description: "Runs the first cell of the start notebook when it opens.",
    autoStart: true,
    activate: (app) => { followTheme(); app.restored.then(() => onStart(app, (panel) => showToday(app, panel))); },
  };

  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB.certlab = {
    init() {}, // nothing is shared
    get: async () => () => ({ __esModule: true, default: plugin }),
  };
})();
