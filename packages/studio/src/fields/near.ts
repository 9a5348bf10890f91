/** What a long form makes only once it comes near what is on the screen, so that it opens as fast as a short one. */
import { useEffect, useState } from 'react';

/** How far below and above of what is seen it is made. */
const NEAR = '400px 0px';

/** Whether the element has come near what is on the screen. It stays so. */
export function useNear(element: { readonly current: Element | null }, atOnce: boolean): boolean {
  const [near, setNear] = useState(atOnce);
  useEffect(() => {
    if (near || element.current === null) return;
    return whenNear(element.current, () => setNear(true));
  }, [element, near]);
  return near;
}

const waiting = new Map<Element, () => void>();
/** One for all of them: the browser asks each observer in every frame, also while somebody types. */
const observer = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) {
      const come = waiting.get(target);
      // One that has gone meanwhile takes no turn, and is not looked at again.
      if (come === undefined || !isIntersecting) continue;
      if (takeTurn()) come();
      else lookAgain(target);
    }
  },
  { rootMargin: NEAR },
);

/** Calls a function once the element is near. @returns what ends the waiting */
function whenNear(element: Element, come: () => void): () => void {
  waiting.set(element, come);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer.unobserve(element);
  };
}

/** Observed anew, it is looked at again in the next frame. */
function lookAgain(element: Element): void {
  observer.unobserve(element);
  observer.observe(element);
}

let isTurnTaken = false;

/** Lets one of them a frame be made: it may be long, and those below it are not near any more then. */
function takeTurn(): boolean {
  if (isTurnTaken) return false;
  isTurnTaken = true;
  requestAnimationFrame(() => {
    isTurnTaken = false;
  });
  return true;
}
