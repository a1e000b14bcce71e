// @ts-check
/**
 * The app, the pages at /certlab/, as a tab of JupyterLab.
 *
 * @import { App, Course, Panel, WidgetClass } from "../../jupyterlab.d.ts"
 */

const APP = "certlab-app"; // servers/jupyterlab.py names it in the first layout
const LAB = "/lite/lab/index.html"; // where the pages of the site open a lab

/**
 * Call it before JupyterLab brings its layout back: the tab comes back in its place, active if
 * it was. Where the layout has none it is the first tab, and active only if nothing else is.
 *
 * `Widget` is Lumino's. It returns the app's root, and what shows an address below that.
 *
 * @param {App} app
 * @param {{ add(tab: object, name: string): void } | null} restorer
 * @param {WidgetClass} Widget
 * @returns {Course}
 */
export function addApp(app, restorer, Widget) {
  const root = `${app.serviceManager.serverSettings.baseUrl}certlab/`;
  const framed = `${root}~${frameWord()}/`;
  const frame = document.createElement("iframe");
  frame.title = "certlab";
  frame.style.cssText = "width: 100%; height: 100%; border: 0";
  frame.addEventListener("load", () => {
    follow(app, frame);
    colour(frame);
  });
  new MutationObserver(() => colour(frame)).observe(document.body, {
    attributeFilter: ["data-jp-theme-light"],
  });
  const tab = makeTab(Widget, frame, framed);
  restorer?.add(tab, APP);
  /** @param {boolean} activate */
  const add = (activate) => {
    const [first] = app.shell.widgets("main");
    app.shell.add(tab, "main", { activate, mode: "tab-before", ref: first?.id });
  };
  app.restored.then(() => {
    const { currentWidget } = app.shell;
    if (!tab.isAttached) add(!currentWidget || currentWidget.id.startsWith("launcher"));
  });
  /** @param {string} address */
  const read = (address) => {
    frame.src = framed + address;
    if (!tab.isAttached) add(true);
    app.shell.activateById(APP);
  };
  return { root, read };
}

/** Only who can read JupyterLab's own page knows it: the server lets nobody else frame its pages. */
function frameWord() {
  const told = document.getElementById("jupyter-config-data")?.textContent ?? "{}";
  return JSON.parse(told).certlabFrame ?? "";
}

/**
 * Its pages are fetched when it is first looked at.
 *
 * @param {WidgetClass} Widget
 * @param {HTMLIFrameElement} frame
 * @param {string} root
 */
function makeTab(Widget, frame, root) {
  class Tab extends Widget {
    onAfterAttach() {
      this.look();
    }

    onAfterShow() {
      this.look();
    }

    look() {
      if (this.isVisible && !frame.src) frame.src = root;
    }

    onActivateRequest() {
      frame.focus();
    }
  }
  const tab = new /** @type {any} */ (Tab)({ node: document.createElement("div") });
  tab.node.append(frame);
  tab.id = APP;
  tab.title.label = "certlab";
  tab.title.caption = "The course: pages, questions and what you know";
  tab.title.closable = true;
  return tab;
}

/**
 * In JupyterLab's theme, unless another was chosen in the app.
 *
 * @param {HTMLIFrameElement} frame
 */
function colour(frame) {
  const body = frame.contentDocument?.body;
  const { theme, ofLab } = body?.dataset ?? {};
  if (!body || !theme || (theme !== "auto" && theme !== ofLab)) return;
  const here = document.body.dataset.jpThemeLight === "false" ? "dark" : "light";
  Object.assign(body.dataset, { theme: here, ofLab: here });
}

/**
 * What a link in the app means here: a lab is a tab beside it, another site a window.
 *
 * @param {App} app
 * @param {HTMLIFrameElement} frame
 */
function follow(app, frame) {
  frame.contentDocument?.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = /** @type {Element} */ (event.target)?.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    const address = new URL(link.href);
    if (address.origin !== location.origin) {
      link.target = "_blank";
    } else if (address.pathname.endsWith(LAB)) {
      event.preventDefault();
      app.commands.execute("docmanager:open", { path: address.searchParams.get("path") });
    }
  });
}
