/** What is known of a file once its bytes were looked at. */

/** A media type without parameters, and the extension that goes with it. */
export interface RecognisedFile {
  readonly mimeType: string;
  readonly extension: string;
}
