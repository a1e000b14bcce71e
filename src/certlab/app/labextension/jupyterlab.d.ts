/**
 * What we take of JupyterLab 4 and JupyterLite: a small part of @jupyterlab/application, /notebook,
 * /cells, /docregistry and /services, and of Lumino. Their own types would bring all of them.
 */

export interface Signal<Value = unknown> {
  connect(slot: (sender: unknown, value: Value) => unknown): unknown;
  disconnect(slot: (sender: unknown, value: Value) => unknown): unknown;
}

/** Lumino's widget; in the main area, a panel. */
export interface Widget {
  id: string;
  node: HTMLElement;
  isAttached: boolean;
  isVisible: boolean;
  isHidden: boolean;
  isDisposed: boolean;
  layout: Iterable<Widget> | null;
  hide(): void;
  setHidden(hidden: boolean): void;
  title: { label: string; caption: string; closable: boolean };
}
export type WidgetClass = new (options?: { node: HTMLElement }) => Widget;

/** JupyterLab, or JupyterLite where `name` is another than PANELS of lab_cells.js. */
export interface App {
  name: string;
  restored: Promise<unknown>;
  shell: Widget & {
    currentWidget: Panel | null;
    currentChanged: Signal<{ newValue: Panel | null }>;
    layoutModified: Signal;
    widgets(area: "main"): Iterable<Panel>;
    add(widget: Widget, area: "main", options: object): void;
    activateById(id: string): void;
    collapseLeft(): void;
  };
  commands: {
    execute(command: string, values?: object): Promise<unknown>;
    addCommand(command: string, does: { execute(values: any): Promise<unknown> }): unknown;
    commandExecuted: Signal<{ id: string; result: Promise<unknown> }>;
  };
  serviceManager: {
    contents: Contents;
    serverSettings: { baseUrl: string };
    kernelspecs?: { specs: { kernelspecs: Record<string, unknown> } | null };
  };
  docRegistry: {
    addWidgetExtension(
      factory: "Notebook",
      extension: { createNew(panel: Panel, context: Context): void },
    ): unknown;
  };
}

/** A panel of the main area. What is no notebook has neither cells nor a session: look before. */
export interface Panel extends Widget {
  content: Notebook;
  context: Context;
  disposed: Signal;
  toolbar: {
    addItem(name: string, widget: Widget): unknown;
    insertItem(index: number, name: string, widget: Widget): unknown;
  };
  contentHeader: { addWidget(widget: Widget): void; fit(): void };
  dispose(): void;
}
export interface Notebook {
  node: HTMLElement;
  widgets: Cell[];
  activeCellIndex: number;
  mode: "command" | "edit";
  model: { cells: { changed: Signal } };
}
export interface Context {
  path: string;
  ready: Promise<unknown>;
  model: NotebookModel;
  contentsModel?: { hash?: string } | null; // of the file as it was loaded or saved
  _contentsModel?: { hash?: string } | null; // JupyterLab's own, of which the other is a copy
  save(): Promise<unknown>;
  sessionContext: {
    ready: Promise<unknown>;
    session?: { kernel?: Kernel | null } | null;
    statusChanged: Signal<string>;
    connectionStatusChanged: Signal<string>;
    kernelChanged: Signal;
    restartKernel(): Promise<unknown>;
  };
}
/** What runs cells, whichever tab is in front; its signals tell of each run, whoever began it. */
export interface Actions {
  runCells(
    content: Notebook,
    cells: Cell[],
    session: Context["sessionContext"],
  ): Promise<boolean>;
  executionScheduled: Signal<{ notebook: unknown; cell: Cell }>;
  executed: Signal<{ notebook: unknown; cell: Cell; success: boolean }>;
}
export interface NotebookModel {
  dirty: boolean;
  getMetadata(name: string): unknown;
  setMetadata(name: string, value: unknown): void;
}
export interface Kernel {
  id: string;
  status: string;
  connectionStatus: string;
  info: Promise<unknown>;
  spec: Promise<unknown>;
  interrupt(): Promise<unknown>;
  requestCommInfo(content: object): Promise<{ content: { comms: Record<string, unknown> } }>;
  requestExecute(content: object): {
    done: Promise<unknown>;
    onIOPub: (message: { header: { msg_type: string }; content: { text: string } }) => void;
  };
}

export interface Cell {
  node: HTMLElement;
  ready: Promise<unknown>;
  inputHidden: boolean;
  editor: { focus(): void } | null;
  outputArea: { node: HTMLElement };
  model: CellModel;
}
export interface CellModel {
  id: string;
  type: "code" | "markdown" | "raw";
  executionCount: number | null;
  outputs: Outputs; // of code alone: a text has none
  sharedModel: { getSource(): string };
  stateChanged: Signal<{ name: string }>;
  contentChanged: Signal;
  getMetadata(name: "certlab"): LabMetadata | undefined;
  getMetadata(name: "tags"): string[] | undefined;
}
/** What certlab.course.labs reads of a cell. */
export interface LabMetadata {
  role?: Role;
  exercise?: string;
  prediction?: string;
  hints?: string[];
}
export type Role = "stub" | "check" | "solution";
export interface Outputs {
  length: number;
  changed: Signal;
  get(place: number): { data: Record<string, any>; toJSON(): Output }; // `any`: of any MIME type
  set(place: number, output: object): void;
  clear(): void;
}
/** An output as nbformat has it: an error has a name, a value and a traceback, others data. */
export interface Output {
  output_type: string;
  data?: Record<string, any>; // `any`: of any MIME type
  ename: string;
  evalue: string;
  traceback: string[];
}

export interface Contents {
  get(path: string, options?: { content: boolean }): Promise<File>;
  save(path: string, file: object): Promise<unknown>;
}
export interface File {
  name: string;
  path: string;
  type: string;
  content: any; // `any`: a folder's files, a notebook, a text
}

/** The app beside the labs: its root, and what shows an address below it. */
export interface Course {
  root: string;
  read(address: string): void;
}
/** Ask the learner's server of a notebook's editions: "" whether there is one, or what was chosen. */
export type AskEditions = (
  act: string,
  path: string,
  loaded: string,
) => Promise<{ where?: "" | "place" | "beside"; over?: string; mine?: string }>;
/** Runs a notebook as far as a cell; who calls it says why it should. */
export type RunTo = (panel: Panel, cell: Cell) => Promise<void>;
export type LinksOf = (panel: Panel) => Promise<HTMLElement[]>;

/** A cell as the steps of a lab are read from it. */
export interface CellFacts extends LabMetadata {
  id: string;
  type: CellModel["type"];
  source: string;
  tags?: string[];
  edited: boolean; // or added, by the learner
  shows: boolean; // something came out of it
}
/** A step of a lab: `at` and `until` are places of cells, `act` that of what is to be done, or -1. */
export interface Step {
  kind: "text" | "prediction" | "exercise";
  key: string;
  title: string;
  at: number;
  act: number;
  until: number;
  tells: boolean; // its heading tells what came out
}
/** What a button of the dock does, and with which step. */
export interface Next {
  act: "go" | "compare" | "check" | "end";
  to: number;
  words: string;
}
/** Where the frame of a lab leads: home is today's work, or the site's first page. */
export interface Ways {
  home: { href: string; open(): void };
  links: LinksOf;
}

/** What a check's card is drawn from; certlab.study.exercises writes it. */
export interface Result {
  exercise: string;
  outcome: "correct" | "wrong" | "invalid"; // nothing was attempted yet
  says: string;
  wrong: number; // tries so far
}

/** What `element` puts into an element. */
export type Child = Node | string;
