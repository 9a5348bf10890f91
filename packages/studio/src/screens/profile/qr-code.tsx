/** QR codes, drawn on this device: what is in them goes nowhere else. */
import type { ReactNode } from 'react';
import { encode } from 'uqr';

/** Pixels of the image on the screen. */
const SIZE = 200;

interface QrCodeProperties {
  readonly text: string;
  readonly label: string;
}

/** A text as a QR code: black on white in dark colours too, because not every app reads it the other way round. */
export function QrCode({ text, label }: QrCodeProperties): ReactNode {
  const { data, size } = encode(text, { border: 3 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={SIZE}
      height={SIZE}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
