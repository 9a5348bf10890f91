/** What is shown only when it lasts. */
import { useEffect, useState } from 'react';

/** Whether something has been so for a while already. What passes sooner is not shown: it would only flicker. */
export function useDelayed(is: boolean, milliseconds: number): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!is) return setHeld(false);
    const timer = setTimeout(() => setHeld(true), milliseconds);
    return () => clearTimeout(timer);
  }, [is, milliseconds]);
  return is && held;
}
