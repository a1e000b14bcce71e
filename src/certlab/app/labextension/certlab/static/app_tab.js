// @ts-check
/** The app, the pages at /certlab/, as a tab of JupyterLab. */

const APP = "certlab-app"; // servers/jupyterlab.py names it in the first layout
const LAB = "/certlab/lite/lab/index.html"; // where the pages of the site open a lab

/**
 * Call it before JupyterLab brings its layout back: the tab comes back in its place, active if
 * it was. Where the layout has none it is the first tab, and active only if nothing else is.
 *
 * `Widget` is Lumino's.
 */
export function addApp(app, restorer, Widget) {
  const tab = makeTab(app, Widget);
  restorer?.add(tab, APP);
  app.restored.then(() => {
    if (tab.isAttached) return;
    const { currentWidget } = app.shell;
    const [first] = app.shell.widgets("main");
    const activate = !currentWidget || currentWidget.id.startsWith("launcher");
    app.shell.add(tab, "main", { activate, mode: "tab-before", ref: first?.id });
  });
}

/** Its pages are fetched when it is first looked at. */
function makeTab(app, Widget) {
  const frame = document.createElement("iframe");
  frame.title = "certlab";
  frame.style.cssText = "width: 100%; height: 100%; border: 0";
  frame.addEventListener("load", () => follow(app, frame));
  const address = `${app.serviceManager.serverSettings.baseUrl}certlab/`;
  class Tab extends Widget {
    onAfterAttach() {
      this.look();
    }

    onAfterShow() {
      this.look();
    }

    look() {
      if (this.isVisible && !frame.src) frame.src = address;
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

/** What a link in the app means here: a lab is a tab beside it, another site a window. */
function follow(app, frame) {
  frame.contentDocument?.addEventListener("click", (event) => {
    const link = event.target?.closest?.("a[href]");
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
