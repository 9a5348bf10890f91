/** What is shown only when it lasts. */
import { useEffect, useState } from 'react';

const SHOWN_AFTER_MS = 200;

/**
 * Whether something has been so for a while already. What passes sooner is not shown: it would only flicker.
 * @param afterMs how long
 */
export function useDelayed(is: boolean, afterMs = SHOWN_AFTER_MS): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!is) return setHeld(false);
    const timer = setTimeout(() => setHeld(true), afterMs);
    return () => clearTimeout(timer);
  }, [is, afterMs]);
  return is && held;
}
