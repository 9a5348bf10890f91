/**
 * Draws the pictures of the demo: `node scripts/draw-demo-pictures.ts`. They are stored in the repository, since other
 * versions of the encoder write other bytes. Nothing is random: the same program draws the same pictures.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const FOLDER = join(import.meta.dirname, '../packages/server/src/commands/demo/content/pictures');
const WIDTH = 1200;
const HEIGHT = 800;
const QUALITY = 72;

const pictures: Readonly<Record<string, () => string>> = {
  'tide-pools.jpg': tidePools,
  'sea-wall.jpg': seaWall,
  'knots-in-flight.jpg': knotsInFlight,
};

for (const [name, draw] of Object.entries(pictures)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${draw()}</svg>`;
  const bytes = await sharp(Buffer.from(svg)).flatten().jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer();
  writeFileSync(join(FOLDER, name), bytes);
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}

/** Flat brown rocks with pools of clear water between them. */
function tidePools(): string {
  const next = numbers(7);
  const rocks = Array.from({ length: 46 }, (_, index) => {
    const y = 330 + index * 11;
    const size = 60 + (index / 46) * 210;
    const brown = ['#6b5340', '#7a604a', '#5c4737', '#866b54'][index % 4] ?? '';
    return blob(next, { x: next() * WIDTH, y, width: size, height: size * 0.32, fill: brown });
  });
  const pools = [
    [260, 500, 150, 36],
    [700, 440, 110, 22],
    [900, 610, 220, 60],
    [430, 690, 200, 50],
    [1080, 470, 80, 16],
  ].map(([x = 0, y = 0, width = 0, height = 0]) => {
    const water = `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="url(#pool)"/>`;
    return `${water}<ellipse cx="${x - width * 0.2}" cy="${y - height * 0.3}" rx="${width * 0.5}" ry="${height * 0.18}" fill="#f2fafa" opacity="0.55"/>`;
  });
  return `${gradient('sky', '#9fc4d6', '#eef3ee')}${gradient('pool', '#cfe7ea', '#4f93a3')}
    <rect width="${WIDTH}" height="330" fill="url(#sky)"/><rect y="270" width="${WIDTH}" height="80" fill="#5d93a5"/>
    <rect y="330" width="${WIDTH}" height="470" fill="#4d3d31"/>${rocks.join('')}${pools.join('')}`;
}

/** A grass bank under low grey clouds. */
function seaWall(): string {
  const next = numbers(11);
  const clouds = Array.from({ length: 34 }, (_, index) => {
    const grey = 150 + Math.round(next() * 70);
    const y = 30 + index * 10;
    return `<ellipse cx="${round(next() * WIDTH)}" cy="${y}" rx="${round(160 + next() * 220)}" ry="${round(26 + next() * 26)}" fill="rgb(${grey},${grey + 4},${grey + 10})" opacity="0.5"/>`;
  });
  const grass = Array.from({ length: 260 }, () => {
    const x = round(next() * WIDTH);
    const y = round(500 + next() * 290);
    return `<path d="M${x} ${y}l${round(next() * 8 - 4)} -${round(10 + next() * 18)}" stroke="#5f7a3c" stroke-width="2" opacity="0.6"/>`;
  });
  return `${gradient('air', '#a9b1b8', '#dfe3e2')}${gradient('bank', '#8aa155', '#4d6532')}
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#air)"/>${clouds.join('')}
    <rect y="430" width="${WIDTH}" height="120" fill="#8b9aa0"/>
    <path d="M0 470C300 380 520 370 760 420S1080 520 1200 500V800H0Z" fill="url(#bank)"/>${grass.join('')}
    <path d="M560 800C620 640 640 520 610 396L622 396C670 520 700 640 740 800Z" fill="#c9b48a"/>`;
}

/** A flock of small waders turning over the mud. */
function knotsInFlight(): string {
  const next = numbers(23);
  const birds = Array.from({ length: 320 }, (_, index) => {
    const along = index / 320;
    const x = round(120 + along * 960 + (next() - 0.5) * 150);
    const y = round(330 - Math.sin(along * Math.PI * 1.6) * 170 + (next() - 0.5) * 150);
    const wing = 7 + next() * 9;
    const lift = wing * (0.3 + next() * 0.6);
    return `<path d="M${x} ${y}q${round(wing)} -${round(lift)} ${round(wing * 2)} 0q-${round(wing)} -${round(lift * 0.4)} -${round(wing * 2)} 0" fill="#3d3a3d" opacity="${round(0.55 + next() * 0.45)}"/>`;
  });
  const channels = Array.from({ length: 16 }, (_, index) => {
    const y = 590 + index * 14;
    return `<path d="M0 ${y}q300 ${round(next() * 30 - 15)} 600 0t600 0" stroke="#d9d4c8" stroke-width="${round(1 + index * 0.5)}" fill="none" opacity="0.6"/>`;
  });
  return `${gradient('dawn', '#c3cfdd', '#f4dcc4')}${gradient('mud', '#a89a88', '#6f6459')}
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#dawn)"/><rect y="570" width="${WIDTH}" height="230" fill="url(#mud)"/>
    ${channels.join('')}${birds.join('')}`;
}

function gradient(id: string, top: string, bottom: string): string {
  const stops = `<stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/>`;
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>`;
}

/** A stone: an ellipse with an uneven edge. */
function blob(
  next: () => number,
  { x, y, width, height, fill }: { x: number; y: number; width: number; height: number; fill: string },
): string {
  const points = Array.from({ length: 14 }, (_, index) => {
    const angle = (index / 14) * 2 * Math.PI;
    const reach = 0.78 + next() * 0.3;
    return `${round(x + Math.cos(angle) * width * reach)},${round(y + Math.sin(angle) * height * reach)}`;
  });
  return `<polygon points="${points.join(' ')}" fill="${fill}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Numbers from 0 to 1 that look random and are the same in each run (a linear congruential generator). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
