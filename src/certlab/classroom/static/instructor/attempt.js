// @ts-check
/** A request to the class whose outcome stands in a line of the page. */

/** Do what is asked, and say in `status` how it went; resolves with null where it was refused. */
export async function attempt(status, work, done = "") {
  status.textContent = "";
  try {
    const value = await work();
    status.textContent = done;
    return value ?? true;
  } catch (error) {
    status.textContent = error.message;
    return null;
  }
}
