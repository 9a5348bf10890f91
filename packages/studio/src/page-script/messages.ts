/**
 * What Studio and the page of a site say to each other while the page is previewed. Each hears the other's window and origin alone.
 */

/** Where a value is written. */
export interface Place {
  /** Id of the entry. */
  readonly entry: string;
  /** Its field, or the way into components: `blocks.b3k9.title`. */
  readonly field: string;
  /** Code; null where the page does not say in which language it shows the value. */
  readonly locale: string | null;
}

/** A text that stands somewhere in the page. */
export interface KnownText extends Place {
  readonly text: string;
  /** Of the field, for people. */
  readonly name: string;
}

export type FromPage =
  /** There is a new document. */
  | { readonly lectern: 'hello'; readonly url: string }
  /** It is as it should be. @property entries ids of those that the page names, in its order */
  | { readonly lectern: 'ready'; readonly url: string; readonly entries: readonly string[] }
  /** What was asked for is shown, or the site did not answer with a page. @property status of HTTP; 0 without an answer */
  | { readonly lectern: 'refreshed'; readonly revision: number; readonly ok: boolean; readonly status: number }
  /** Somebody pressed a value. */
  | ({ readonly lectern: 'select' } & Place)
  /** The address is another, and the document the same. */
  | { readonly lectern: 'navigate'; readonly url: string };

export type FromStudio =
  /** @property browse whether the page behaves as for readers, and nothing in it leads to a field */
  | { readonly lectern: 'hello'; readonly texts: readonly KnownText[]; readonly browse: boolean }
  | { readonly lectern: 'texts'; readonly texts: readonly KnownText[] }
  /** The state at a revision, or a later one, is to be shown. @property url of the page, with a token that reads it */
  | { readonly lectern: 'refresh'; readonly revision: number; readonly url: string }
  /** A field has the focus; none where the place is null. */
  | { readonly lectern: 'select'; readonly place: Place | null }
  | { readonly lectern: 'mode'; readonly browse: boolean };
