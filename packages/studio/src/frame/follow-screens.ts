/** Where the keyboard is once another screen is shown: at its beginning, unless the screen has given the focus to something. */
import type { AnyRouter } from '@tanstack/react-router';
import { focusContent, mainPart } from '../ui/keep-focus.ts';

export function followScreens(router: AnyRouter): void {
  let isFromSide = false;
  router.subscribe('onBeforeNavigate', () => {
    isFromSide = isAtSide(document.activeElement);
  });
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged) return;
    const part = isFromSide ? mainPart() : undefined;
    // What the screen itself gives the focus to has it by then.
    setTimeout(() => {
      const active = document.activeElement;
      const isInside =
        active?.matches('[role=dialog] *') || (mainPart()?.contains(active) && !active?.matches('nav *'));
      if (!isInside) focusContent(part ?? undefined);
    });
  });
}

/** Whether something stands in the navigation beside all screens, where the pages of the settings are still to be chosen. */
function isAtSide(element: Element | null): boolean {
  return element?.matches('nav *') === true && mainPart()?.contains(element) === false;
}
