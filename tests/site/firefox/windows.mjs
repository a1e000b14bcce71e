// Windows of a class in Firefox: node windows.mjs FIREFOX ADDRESS NUMBER MILLISECONDS, after which a
// wait is given up. Prints "connected" when all are; once a line is read, "heard" when each has a poll.
import puppeteer from "puppeteer-core";

const [executablePath, address, number, bound] = process.argv.slice(2);
const timeout = Number(bound);
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath,
  headless: true,
  timeout,
  protocolTimeout: timeout,
});
try {
  const pages = [];
  for (let n = 0; n < Number(number); n++) {
    const page = await browser.newPage({ type: "window" });
    page.setDefaultTimeout(timeout);
    await page.goto(address);
    await page.waitForFunction(() =>
      document.querySelector(".cl-strip")?.textContent.includes("Connected"),
    );
    pages.push(page);
  }
  console.log("connected");
  await new Promise((done) => process.stdin.once("data", done));
  for (const page of pages) await page.waitForSelector(".cl-panel .cl-vote");
  console.log("heard");
} finally {
  await browser.close();
}
process.exit();
