// What the search of the site knows. The build and the page need the same options.
import type { Options } from 'minisearch';

/** A section of a page, as it is found. */
export interface FoundSection {
  /** The path of its page in the site, with its anchor. */
  readonly id: string;
  readonly title: string;
  /** The title of its page; empty for the beginning of a page. */
  readonly page: string;
  readonly text: string;
}

export const searchOptions: Options<FoundSection> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'text'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: (term: string): number | false => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
};
