/** The error that readers of all sources throw if a file cannot be imported at all. */

/** The file is not a readable export; the message says why. */
export class ExportFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ExportFileError';
  }
}
