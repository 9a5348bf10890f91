/** Refuses an edit that would nest nodes deeper than the server takes them. */
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { DEPTH_MAX } from '../../../../contract/src/rich-text.ts';

export const DepthLimit = Extension.create({
  name: 'depthLimit',
  addProseMirrorPlugins: () => {
    const depths = new WeakMap<Node, number>();
    return [
      new Plugin({
        filterTransaction: ({ docChanged, doc, before }) =>
          !docChanged || depthOf(doc, depths) <= Math.max(DEPTH_MAX, depthOf(before, depths)),
      }),
    ];
  },
});

function depthOf(node: Node, known: WeakMap<Node, number>): number {
  const depth = known.get(node) ?? 1 + Math.max(0, ...node.children.map((child) => depthOf(child, known)));
  known.set(node, depth);
  return depth;
}
