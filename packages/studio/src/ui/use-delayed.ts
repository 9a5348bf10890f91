/** What is shown only when it lasts. */
import { useEffect, useState } from 'react';

const SHOWN_AFTER_MS = 200;

/** Whether something has been so for a while already. What passes sooner is not shown: it would only flicker. */
export function useDelayed(is: boolean): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!is) return setHeld(false);
    const timer = setTimeout(() => setHeld(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [is]);
  return is && held;
}
