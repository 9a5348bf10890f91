/**
 * Action of the records of autosaves. The audit lists them only where it is asked for them, and their events wait, so
 * that somebody who types makes neither a record to read nor a delivery every few seconds.
 */
export const AUTOSAVE = 'entry.autosave';
