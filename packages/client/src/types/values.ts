/**
 * What values look like in the responses of the service. All of it is plain JSON: a type here says what is delivered, and nothing
 * that the client would have to make.
 */

/** Any value of a field of type `json`. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A point on the earth, in degrees. */
export interface Location {
  lat: number;
  lon: number;
}

/**
 * A link to an entry as it is delivered, of one of the named content types. It has no `fields`: include it, such as by
 * `.include({ author: true })`, and the entry stands in its place.
 */
export interface EntryLink<T extends string = string> {
  type: 'entry';
  id: string;
  /** Never there: it keeps the types of the entries that the link may lead to. */
  readonly leads_to?: T;
}

/** A link to an asset as it is delivered. It has no `url`: include it, such as by `.include({ photo: true })`, and the asset stands in its place. */
export interface AssetLink {
  type: 'asset';
  id: string;
}

/** An asset; its texts are maps by locale where all locales are read. */
export interface Asset<Text = string | null> {
  id: string;
  key: string;
  title: Text;
  description: Text;
  alt: Text;
  file_name: string | null;
  mime_type: string | null;
  /** Bytes. */
  size: number | null;
  /** Pixels; null if it is not an image. */
  width: number | null;
  /** Pixels; null if it is not an image. */
  height: number | null;
  /** Fractions from the left and the top: what stays visible when the image is cropped. */
  focal_point: { x: number; y: number } | null;
  /** `#rrggbb` */
  dominant_color: string | null;
  /** A tiny version of the image as a `data:` URL, to show while it loads. */
  placeholder: string | null;
  url: string | null;
  created_at: string;
  updated_at: string;
}
