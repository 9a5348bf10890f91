/** Work that goes on beside requests, as the composition root sees it: begun after the routes stand, ended in order. */

export interface BackgroundWork {
  /** Begins with what is left from before. */
  start?(): void;
  /** Ends after the step that is running; the database is still open then. */
  close(): Promise<void>;
}
