// A learner in Firefox: node visit.mjs FIREFOX ADDRESS MILLISECONDS, after which a wait is given up.
// Prints what was found as JSON.
import puppeteer from "puppeteer-core";

const [executablePath, root, bound] = process.argv.slice(2);
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath,
  headless: true,
  timeout: Number(bound),
  protocolTimeout: Number(bound),
  extraPrefsFirefox: {
    "app.update.enabled": false,
    "network.captive-portal-service.enabled": false,
  },
});
const found = { errors: [] };
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(Number(bound));
  await page.setViewport({ width: 1280, height: 1000 });
  page.on("pageerror", (error) => found.errors.push(String(error)));

  // A question of the page, by keys.
  await page.goto(`${root}modules/mig.html`);
  await page.waitForSelector("[data-certlab='quiz'] .cl-choice input, [data-certlab='quiz'] input");
  await page.evaluate(() => document.querySelector("[data-certlab='quiz'] form input").focus());
  await page.keyboard.press("1");
  for (const key of ["2", "3"]) if (await wants(page, key)) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-certlab='quiz'] .cl-verdict");
  await leave(page, () => page.reload());
  await leave(page, () => page.goto(`${root}progress.html`));
  await page.waitForSelector(".cl-summary .cl-score");
  found.progress = await page.$eval(".cl-summary .cl-score", (one) => one.textContent);

  // A lab, to its end, and its board.
  await leave(page, () =>
    page.goto(`${root}lite/lab/index.html?path=labs/mig/10_place_profiles.ipynb`),
  );
  await page.waitForFunction(() => window.jupyterapp?.shell?.currentWidget?.context?.isReady);
  found.run = await page.evaluate(async () => {
    const panel = window.jupyterapp.shell.currentWidget;
    await panel.sessionContext.ready;
    await window.jupyterapp.commands.execute("notebook:run-all-cells");
    const code = panel.content.model.toJSON().cells.filter((cell) => cell.cell_type === "code");
    const failed = code.filter((cell) => cell.outputs.some((one) => one.output_type === "error"));
    return {
      cells: code.length,
      run: code.filter((cell) => cell.execution_count).length,
      failed: failed.length,
    };
  });
  const profile = await page.waitForSelector(".cl-board [data-key='p-0-3']");
  const count = () =>
    page.$$eval(".cl-board", (boards) => boards[0].querySelectorAll("[data-instance]").length);
  const before = await count();
  await profile.scrollIntoView();
  await profile.click();
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (n) => document.querySelector(".cl-board").querySelectorAll("[data-instance]").length > n,
    {},
    before,
  );
  found.placed = (await count()) - before;
} catch (error) {
  found.errors.push(String(error));
}
console.log(JSON.stringify(found));
await browser.close();

/** Firefox calls what a page still fetches when it is left an error of the page. */
async function leave(page, go) {
  await page.waitForNetworkIdle();
  await go();
}

/** Whether the question wants another choice before it can be checked. */
async function wants(page, count) {
  return page.$eval(
    "[data-certlab='quiz'] .cl-item",
    (item, wanted) => new RegExp(`Choose [${wanted}-9]\\.`).test(item.textContent),
    count,
  );
}
