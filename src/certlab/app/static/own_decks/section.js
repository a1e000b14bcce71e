// @ts-check
/**
 * The learner's own decks: imported, asked, changed and removed.
 *
 * @import { Around, Edit, Listing, OwnCard, OwnDeck, Said } from "./own_decks.d.ts"
 * @import { Child } from "../elements.d.ts"
 */

import { node, redraw } from "../dom.js";
import { spoken, t } from "../words.js";
import { DeckCalls } from "./calls.js";
import { drawCards, SHOWN } from "./card_list.js";
import { drawDeck, drawProblems, drawRemoved } from "./deck_rows.js";
import { DeckDrill } from "./drill.js";
import { drawImport, drawTaken, drawThere, LARGEST } from "./import_part.js";

/**
 * Draw the section into `el`, and again after each change of the decks or the answers.
 *
 * @param {HTMLElement} el
 * @param {Around} around
 */
export async function mountOwnDecks(el, around) {
  const section = new OwnDecks(el, around);
  const look = () => section.look();
  around.store.follow(look);
  window.addEventListener("focus", look); // another window, or an editor, may have changed them
  await look();
}

/** @type {{ cards: OwnCard[], words: string, most: number, edit: Edit | null, leaving: string }} */
const CLOSED = { cards: [], words: "", most: SHOWN, edit: null, leaving: "" };

class OwnDecks {
  #calls;
  #drill;
  #place = node("div", {});
  /** @type {Listing} */
  #listing = { folder: "", decks: [], removed: [], problems: [] };
  #open = ""; // the deck whose cards are shown
  #cards = CLOSED;
  #leaving = ""; // the deck that is about to be removed
  /** @type {Said["taken"]} */
  #taken;
  /** @type {File | null} */
  #waiting = null; // whose deck is there already
  #there = "";
  #says = "";
  #problem = "";
  #busy = false;

  /**
   * @param {HTMLElement} el
   * @param {Around} around
   */
  constructor(el, around) {
    this.#calls = new DeckCalls(around.api);
    this.#drill = new DeckDrill(this.#calls, around);
    el.classList.add("certlab");
    el.lang = spoken();
    el.replaceChildren(
      node(
        "section",
        { class: "cl-frame cl-own", id: "decks", "aria-labelledby": "decks-title" },
        node("h2", { class: "cl-heading", id: "decks-title" }, t("Your own decks")),
        node(
          "p",
          { class: "cl-note" },
          t(
            "Import an Anki package or a text with a question and an answer on each line, separated by a tab. The cards come among your reviews; no exam and no score counts them. Pictures and sounds do not come along.",
          ),
        ),
        this.#place,
        this.#drill.el,
      ),
    );
  }

  /** Read the decks again, and the cards that are shown. */
  async look() {
    if (this.#busy) return;
    try {
      this.#listing = await this.#calls.listing();
      if (this.#open) await this.#read();
    } catch (error) {
      this.#problem = error.message;
    }
    this.#paint();
  }

  /** The cards of the open deck as they are now. */
  async #read() {
    if (!this.#listing.decks.some(({ deck }) => deck === this.#open)) {
      this.#open = "";
      this.#cards = CLOSED;
      return;
    }
    const { cards } = await this.#calls.cards(this.#open);
    this.#cards = { ...this.#cards, cards };
  }

  /**
   * Do what changes something; what is refused is said, and shown as it is now.
   *
   * @param {() => Promise<Said>} work
   * @param {(said: Said) => void} done
   */
  async #do(work, done) {
    if (this.#busy) return; // pressed twice
    this.#busy = true;
    this.#says = this.#problem = "";
    this.#taken = undefined;
    try {
      const said = await work();
      this.#listing = said;
      if (said.cards) this.#cards = { ...this.#cards, cards: said.cards };
      done(said);
    } catch (error) {
      this.#problem = error.message;
      await this.#afterRefusal().catch(() => {}); // the first message says enough
    }
    this.#busy = false;
    this.#paint();
  }

  /** What is typed stays, above what the card says now. */
  async #afterRefusal() {
    this.#listing = await this.#calls.listing();
    if (!this.#open) return;
    await this.#read();
    const { cards, edit } = this.#cards;
    const now = cards.find(({ guid }) => guid === edit?.guid);
    if (edit && now && now.rev !== edit.rev)
      this.#cards = { ...this.#cards, edit: { ...edit, rev: now.rev, now } };
  }

  /**
   * @param {File} file
   * @param {string} how
   */
  #import(file, how = "") {
    this.#waiting = null;
    const work = async () => {
      if (file.size > LARGEST)
        throw new Error(
          t("The file is larger than {n} MiB; export the deck in parts.", { n: LARGEST / 2 ** 20 }),
        );
      await file
        .slice(0, 1)
        .arrayBuffer()
        .catch(() => {
          throw new Error(
            t("{name}: the file cannot be read; choose it again.", { name: file.name }),
          );
        });
      return this.#calls.import(file, how);
    };
    this.#do(work, ({ there, taken }) => {
      this.#taken = taken;
      this.#waiting = there ? file : null;
      this.#there = there?.name ?? "";
    });
  }

  /** @param {string} how */
  #decide(how) {
    const file = this.#waiting;
    this.#waiting = null;
    if (file && how) this.#import(file, how);
    else this.#paint();
  }

  /** @param {string} deck */
  async #unfold(deck) {
    this.#cards = CLOSED;
    this.#open = this.#open === deck ? "" : deck;
    await this.look();
  }

  /** @param {OwnDeck} one */
  #removeDeck({ deck, name }) {
    this.#leaving = "";
    this.#drill.leave(deck);
    const work = () => this.#calls.change("remove", { deck });
    this.#do(work, ({ moved = "" }) => {
      if (this.#open === deck) this.#open = "";
      this.#says = t("{name} is removed; its file lies in {path}.", { name, path: moved });
    });
  }

  /** @param {Edit} edit */
  #save({ guid, rev, ask, back }) {
    const sent = { deck: this.#open, guid, rev, ask, back };
    this.#do(
      () => this.#calls.change("change", sent),
      () => {
        this.#cards = { ...this.#cards, edit: null };
        this.#says = t("The card is changed.");
      },
    );
  }

  /** @param {OwnCard} card */
  #removeCard({ guid, rev }) {
    const sent = { deck: this.#open, guid, rev };
    this.#cards = { ...this.#cards, leaving: "" };
    this.#do(
      () => this.#calls.change("remove", sent),
      () => {
        this.#says = t("The card is removed; importing its deck again brings it back.");
      },
    );
  }

  #paint() {
    redraw(this.#place, this.#parts().flat(9).filter(isDrawn));
  }

  /** @returns {any[]} lists of nodes, and null for none */
  #parts() {
    const { decks, removed, problems } = this.#listing;
    return [
      node(
        "div",
        { class: "cl-own-buttons" },
        drawImport((file) => this.#import(file)),
      ),
      this.#problem ? node("p", { class: "cl-problem", role: "alert" }, this.#problem) : null,
      this.#says ? node("p", { role: "status" }, this.#says) : null,
      this.#waiting ? drawThere(this.#there, (how) => this.#decide(how)) : null,
      this.#taken ? drawTaken(this.#taken) : null,
      node(
        "ul",
        { class: "cl-own-decks" },
        decks.map((one) => this.#drawOne(one)),
      ),
      drawProblems(problems),
      drawRemoved(removed, (deck) =>
        this.#do(
          () => this.#calls.change("restore", { deck }),
          () => {
            this.#says = t("The deck is back.");
          },
        ),
      ),
    ];
  }

  /** @param {OwnDeck} one */
  #drawOne(one) {
    const { deck } = one;
    const open = this.#open === deck;
    const state = { open, leaving: this.#leaving === deck, folder: this.#listing.folder };
    return drawDeck(one, state, {
      drill: () => this.#drill.begin(one),
      unfold: () => this.#unfold(deck),
      leave: (leaving) => {
        this.#leaving = leaving ? deck : "";
        this.#paint();
      },
      remove: () => this.#removeDeck(one),
      inside: open ? this.#drawCards() : null,
    });
  }

  /** @returns {Child} */
  #drawCards() {
    return drawCards(this.#cards, {
      show: (part) => {
        this.#cards = { ...this.#cards, ...part };
        this.#paint();
        if (part.edit) this.#focus("side-ask");
        if (part.leaving) this.#focus(`keep-${part.leaving}`);
      },
      save: (edit) => this.#save(edit),
      remove: (card) => this.#removeCard(card),
    });
  }

  /** @param {string} key */
  #focus(key) {
    /** @type {HTMLElement | null} */ (
      this.#place.querySelector(`[data-key="${CSS.escape(key)}"]`)
    )?.focus();
  }
}

/** @param {Node | null} one */
const isDrawn = (one) => one !== null;
