/** Background work as the composition root sees it: started after the routes are registered, stopped in order. */

export interface BackgroundWork {
  /** Starts with what was left over from before. */
  start?(): void;
  /** Stops after the current step; the database is still open then. */
  close(): Promise<void>;
}
