/** Where toasts are shown. It is there from the start, as screen readers tell of changes in what they know. */
import { type ReactNode, useSyncExternalStore } from 'react';
import { onDemand } from '../ui/index.ts';
import styles from './toasts.module.css';
import { onToast, shownToast } from './toasts.ts';

const ToastCard = onDemand(async () => (await import('./toast-card.tsx')).ToastCard);

export function ToastPlace(): ReactNode {
  const toast = useSyncExternalStore(onToast, shownToast);
  return (
    <div className={styles.place} role="status">
      {toast !== null && <ToastCard key={toast.nth} toast={toast} />}
    </div>
  );
}
