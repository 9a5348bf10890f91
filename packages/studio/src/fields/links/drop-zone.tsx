/** Takes files that are dropped on what it surrounds. */
import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './links.module.css';

interface DropZoneProperties {
  onDrop(files: readonly File[]): void;
  /** Whether it shows as a place for files before any is dragged over it. */
  readonly framed?: boolean;
  readonly children: ReactNode;
}

export function DropZone({ onDrop, framed = false, children }: DropZoneProperties): ReactNode {
  const [over, setOver] = useState(false);
  // Cards that are moved in their list, and texts, are dragged too; and a dialog that was opened here lies elsewhere.
  const hasFiles = ({ dataTransfer, currentTarget, target }: DragEvent) =>
    dataTransfer.types.includes('Files') && target instanceof Node && currentTarget.contains(target);
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    onDrop([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for those who do not drag
    <div
      className={styles.drop}
      data-framed={framed || undefined}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
