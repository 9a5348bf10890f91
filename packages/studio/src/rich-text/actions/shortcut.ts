/** Shortcuts as people read them, and as assistive technology does. */

const IS_APPLE = /Mac|iP(?:hone|ad|od)/.test(globalThis.navigator?.userAgent ?? '');
const APPLE_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' };
const NAMES: Readonly<Record<string, string>> = { Mod: 'Ctrl' };

/** `Mod-Shift-b` as `Ctrl+Shift+B`, on a Mac as `⌘⇧B`. */
export function shownShortcut(keys: string, isApple = IS_APPLE): string {
  const parts = keys.split('-').map((part) => (part.length === 1 ? part.toUpperCase() : part));
  return isApple
    ? parts.map((part) => APPLE_SIGNS[part] ?? part).join('')
    : parts.map((part) => NAMES[part] ?? part).join('+');
}

/** `Mod-Shift-b` as `aria-keyshortcuts` has it. */
export function ariaShortcut(keys: string, isApple = IS_APPLE): string {
  return keys.replace('Mod', isApple ? 'Meta' : 'Control').replaceAll('-', '+');
}
