/** What dom.js makes elements from, and the model that a widget is drawn from. */

/** What an element may hold; null and "" are left out. */
export type Child = Node | string | null | readonly Child[];

/** What happened to an element of type E; controls have nothing inside, so they are the target too. */
export type Happened<Kind extends Event, E extends Element> = Kind & {
  currentTarget: E;
  target: E extends HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement ? E : HTMLElement;
};

type Listener<Kind extends Event, E extends Element> = (event: Happened<Kind, E>) => unknown;

/** Attributes and listeners; null, undefined and false are left out, and true stands for "". */
export interface Attributes<E extends Element = HTMLElement> {
  onclick?: Listener<MouseEvent, E> | null;
  oninput?: Listener<Event, E> | null;
  onchange?: Listener<Event, E> | null;
  onsubmit?: Listener<SubmitEvent, E> | null;
  onkeydown?: Listener<KeyboardEvent, E> | null;
  onpointerdown?: Listener<PointerEvent, E> | null;
  // `any`: which event it is, the name says.
  [name: string]: string | number | boolean | null | undefined | ((event: any) => unknown);
}

/**
 * A widget's model: anywidget's own, or an object like it where no Python is.
 *
 * State is what it holds, by name. anywidget says of no trait what it is, so its own is `any`.
 */
export interface WidgetModel<State = any> {
  get<Name extends keyof State & string>(name: Name): State[Name];
  set<Name extends keyof State & string>(name: Name, value: State[Name]): void;
  save_changes(): void;
  on(event: string, listener: (...values: any[]) => void): void; // `any`: the event says what
  off(event: string, listener: (...values: any[]) => void): void;
}

/** One that also takes messages, as a deck's and an exam's do; see their files for which. */
export interface TalkingModel<State = any, Message = any> extends WidgetModel<State> {
  send(message: Message): void;
}

/** What a drawing is made into, and what it is drawn from; a `mount` returns what ends it. */
export interface Mounted<Model = WidgetModel> {
  model: Model;
  el: HTMLElement;
}
