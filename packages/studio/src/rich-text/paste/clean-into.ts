/** Cleans HTML for an editor: the pictures in it are uploaded, and of those that cannot be the person is told. */
import type { EditorView } from '@tiptap/pm/view';
import { cleanHtml } from './clean.ts';
import { fileOfPicture } from './picture-file.ts';
import type { UploadSurroundings, Uploads } from './uploads.ts';

/** What a picture shows; more is no description. */
const ALT_CHARACTERS_MAX = 1_000;

/** The cleaned HTML, with a place for each picture that is on its way. */
export function cleanInto(
  view: EditorView,
  html: string,
  uploads: Uploads,
  { words, say }: UploadSurroundings,
): string {
  const { state } = view;
  let dropped = 0;
  const result = cleanHtml(html, {
    tables: state.schema.nodes.table !== undefined,
    placePicture: (image, document) => {
      const file = uploads.isPossible(state) ? fileOfPicture(image) : null;
      const [name] =
        file === null ? [] : uploads.begin(view, [{ file, alt: image.alt.trim().slice(0, ALT_CHARACTERS_MAX) }]);
      if (name === undefined) {
        dropped++;
        return null;
      }
      const place = document.createElement('div');
      place.dataset.pending = name;
      return place;
    },
  });
  if (dropped > 0) say(words.dropped(dropped));
  return result;
}
