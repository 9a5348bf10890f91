/** The type of a file, from its content. */

/** A media type without parameters, and the extension that goes with it. */
export interface RecognisedFile {
  readonly mimeType: string;
  readonly extension: string;
}
