/** What search.js takes of MiniSearch; its whole interface comes with npm's package minisearch. */
export default class MiniSearch {
  constructor(options: object);
  addAll(documents: object[]): void;
  search(query: string, options?: object): any[];
}
