// @ts-check
/**
 * What JupyterLab does below a Hub when a request of its own has failed.
 *
 * Its own way is to ask, over all of the screen and after each request, whether to restart the
 * server. Without a network nothing can be restarted, JupyterLab tries again by itself, and the
 * strip of the class already says that the class does not answer. Only an answer of the Hub
 * (503, 424) tells that the server has ended, for instance because nobody used it for an hour.
 *
 * @import { App } from "../../jupyterlab.d.ts"
 */

const RESTART = "hub:restart"; // of JupyterLab's extension for the Hub

/**
 * A plugin in the place of JupyterLab's; it takes what `@jupyterlab/apputils` shares.
 *
 * @param {{ IConnectionLost: unknown }} application
 * @param {{ Dialog: any; showDialog: (options: object) => Promise<any> }} apputils JupyterLab's dialogs
 */
export function connectionLost({ IConnectionLost }, { Dialog, showDialog }) {
  return {
    id: "certlab:connection-lost",
    description: "Asks to restart a server only where it has ended.",
    autoStart: true,
    provides: IConnectionLost,
    /** @param {App} app */
    activate: (app) => {
      let asks = false;
      /** @type {(manager: unknown, error: { response?: Response }) => Promise<void>} */
      return async (_, error) => {
        if (asks || (!error.response && saysStrip())) return;
        asks = true;
        const { button } = await showDialog({
          title: "Your server does not answer",
          body: "It may have been stopped because nobody used it. Your files are safe.",
          buttons: [
            Dialog.cancelButton({ label: "Not now" }),
            Dialog.okButton({ label: "Start it again" }),
          ],
        });
        asks = false;
        if (button.accept) await app.commands.execute(RESTART);
      };
    },
  };
}

const saysStrip = () => document.querySelector(".cl-strip:not([hidden])") !== null;
