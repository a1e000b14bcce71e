/**
 * What the browser's own types leave open.
 *
 * Whatever a selector finds here is an element of ours, made by dom.js: HTML, with a focus and a dataset.
 */
interface ParentNode {
  querySelector<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag] | null;
  querySelector<E extends Element = HTMLElement>(selector: string): E | null;
  querySelectorAll<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
  ): NodeListOf<HTMLElementTagNameMap[Tag]>;
  querySelectorAll<E extends Element = HTMLElement>(selector: string): NodeListOf<E>;
}

interface Element {
  closest<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag] | null;
  closest<E extends Element = HTMLElement>(selector: string): E | null;
}

/** What `filter(Boolean)` leaves, which TypeScript does not see by itself. */
interface Array<T> {
  filter(keep: BooleanConstructor): Exclude<T, null | undefined | false | 0 | "">[];
}
interface ReadonlyArray<T> {
  filter(keep: BooleanConstructor): Exclude<T, null | undefined | false | 0 | "">[];
}
