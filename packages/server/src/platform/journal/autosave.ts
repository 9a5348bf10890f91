/**
 * The audit action of autosaves. The audit lists them only on request, and their events are delayed, so that somebody who is
 * typing causes neither a visible record nor a delivery every few seconds.
 */
export const AUTOSAVE = 'entry.autosave';
