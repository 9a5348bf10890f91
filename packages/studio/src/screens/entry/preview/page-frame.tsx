/** A page at the width of a kind of screen, made smaller until it fits. */
import type { ReactNode } from 'react';
import { useElementSize } from '../../../ui/index.ts';
import styles from './preview.module.css';
import type { LivePage } from './use-live-page.ts';

interface PageFrameProperties {
  readonly page: LivePage;
  readonly title: string;
  /** Of the page, in pixels. */
  readonly width: number;
}

export function PageFrame({ page: { frame, src, onLoad }, title, width }: PageFrameProperties): ReactNode {
  const { ref, width: room, height } = useElementSize();
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={ref} className={styles.stage}>
      {src !== null && (
        <iframe
          key={src}
          ref={frame}
          className={styles.page}
          src={src}
          title={title}
          style={{ inlineSize: width, blockSize: height / scale, transform: `scale(${scale})` }}
          onLoad={onLoad}
        />
      )}
    </div>
  );
}
