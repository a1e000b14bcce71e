// @ts-check
/** Keys of the board, heard only while the focus is inside it. */

const BACK = ["Delete", "Backspace"];

/**
 * Hear keys in `el` and act on `view`. Plain keys stop here; Tab, Shift+Enter and an Escape
 * that had nothing to leave go on to JupyterLab.
 */
export function hear(el, view) {
  el.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z") {
      if (event.target.matches("textarea, [type=number]")) return event.stopPropagation(); // its own undo
      view.act("undo");
      return used(event);
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return undefined;
    if (event.shiftKey && event.key === "Enter") return undefined;
    if (event.key === "Escape" ? !view.leave() : !press(event, view)) {
      if (event.key !== "Escape") event.stopPropagation();
      return undefined;
    }
    return used(event);
  });
}

function used(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Whether the key was used. */
function press({ key, target, repeat }, view) {
  const gpu = Number(target.dataset.gpu);
  if (target.matches("textarea")) {
    if (key === "Enter" && !repeat) view.act("run", Number(target.dataset.line));
    return key === "Enter";
  }
  if (target.matches("[data-profile][type=radio]")) return pressProfile(key, gpu, view, repeat);
  if (target.matches("[data-instance]"))
    return pressInstance(key, gpu, Number(target.dataset.instance), view, repeat);
  return false;
}

function pressProfile(key, gpu, view, repeat) {
  if (key === "ArrowDown" || key === "ArrowUp") view.nextProfile(gpu, key === "ArrowDown" ? 1 : -1);
  else if (key === "ArrowRight" || key === "ArrowLeft")
    view.nextStart(gpu, key === "ArrowRight" ? 1 : -1);
  else if (key === "Enter") {
    if (!repeat) view.enter(gpu);
  } else if (BACK.includes(key)) view.remove(gpu);
  else return false;
  return true;
}

function pressInstance(key, gpu, id, view, repeat) {
  const moving = view.isMoving(gpu, id);
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[key];
  const across = key === "ArrowDown" || key === "ArrowUp";
  if (moving && step) {
    if (across) view.nextGpu(step);
    else view.nextStart(null, step);
  } else if (step) view.nextInstance(gpu, id, step);
  else if (key === "Enter" || key === " ") {
    if (repeat) return true;
    if (moving) view.enter(gpu);
    else view.startMove(gpu, id);
  } else if (BACK.includes(key)) view.remove(gpu, id);
  else return false;
  return true;
}
