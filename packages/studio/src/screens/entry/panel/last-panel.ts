/** Which part of the panel this browser chose last: every entry opens with it, unless its address names another. */
import { PANELS, type PanelName } from '../entry-search.ts';

const LAST = 'lectern.panel';

export function rememberPanel(name: PanelName): void {
  localStorage.setItem(LAST, name);
}

/** The first one before any was chosen. */
export function lastPanel(): PanelName {
  const last = localStorage.getItem(LAST);
  return PANELS.find((name) => name === last) ?? PANELS[0];
}
