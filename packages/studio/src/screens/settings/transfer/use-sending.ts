/** A file on its way to the server: how much of it has been sent. Leaving stops it. */
import { useEffect, useRef, useState } from 'react';

interface Sending {
  /** Is told how much has been sent, 0 to 1. */
  readonly progress: (share: number) => void;
  readonly signal: AbortSignal;
}

export function useSending() {
  const [share, setShare] = useState<number | null>(null);
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const send = async <Sent>(work: (sending: Sending) => Promise<Sent>): Promise<Sent> => {
    leaving.current = new AbortController();
    setShare(0);
    try {
      return await work({ progress: setShare, signal: leaving.current.signal });
    } finally {
      setShare(null);
    }
  };
  return {
    /** How much has been sent, 0 to 1; null where nothing is on its way. */
    share,
    send,
  };
}
