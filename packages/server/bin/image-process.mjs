/** The process in which images are decoded; `src/content/files/images/image-process.ts` starts it. */
import { partOf } from './part.mjs';

await import(partOf('image-process', 'content/files/images/process/image-process.ts'));
