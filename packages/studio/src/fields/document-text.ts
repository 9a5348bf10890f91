/** A rich text document as plain text: a line a block, by which two versions are compared. */

interface DocumentNode {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: unknown;
}

/** Blocks whose text is a line of its own. */
const LINES = new Set(['paragraph', 'heading', 'codeBlock']);

export function documentText(value: unknown): string {
  const lines: string[] = [];
  collect(value, lines);
  return lines.join('\n');
}

function collect(value: unknown, lines: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  const node = value as DocumentNode;
  if (typeof node.type === 'string' && LINES.has(node.type)) lines.push(inlineText(node));
  else if (Array.isArray(node.content)) for (const child of node.content) collect(child, lines);
  else lines.push(nameOf(node));
}

function inlineText(node: DocumentNode): string {
  if (!Array.isArray(node.content)) return '';
  return node.content
    .map((child: DocumentNode) => (typeof child.text === 'string' ? child.text : nameOf(child)))
    .join('');
}

/** What stands for a node without text, such as a rule or the block of an entry. */
function nameOf({ type, attrs = {} }: DocumentNode): string {
  if (type === 'hardBreak') return '\n';
  if (type === 'doc') return '';
  const link = Object.values(attrs).find((attribute) => typeof attribute === 'object' && attribute !== null);
  const id = link !== undefined && link !== null && 'id' in link ? ` ${String(link.id)}` : '';
  return `[${String(type)}${id}]`;
}
