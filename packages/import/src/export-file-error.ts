/** What a reader throws where a file cannot be imported at all, whatever its source. */

/** The file is not a readable export; the message says why. */
export class ExportFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ExportFileError';
  }
}
