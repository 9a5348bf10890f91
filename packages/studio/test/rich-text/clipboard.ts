/** What the clipboards of `clipboard/` become: what real programs put there, and the blocks that are meant by it. */

interface Pasted {
  readonly file: string;
  readonly blocks: readonly string[];
  /** Whether it held pictures, which are left out with a word. */
  readonly pictures?: boolean;
}

export const CLIPBOARDS: readonly Pasted[] = [
  {
    file: 'word-windows.html',
    pictures: true,
    blocks: [
      '<heading 1: Harbour report>',
      '<heading 1: Opening hours>',
      '<p: The harbour is <b: open> from <i: six>, 10\u00a0km from the city. See <a https://example.com/tides: the tide table>, H<subscript: 2>O and <s: old> <u: new>.>',
      '<ul: <li: <p: Lamps><ul: <li: <p: Red <b: lamps>><ul: <li: Small ones>>>>><li: Ropes>>',
      '<ol 3: <li: <p: Moor><ol: <li: Bow>>><li: Pay>>',
      '<table: <tr: <th: Day><th: High water>><tr: <td: Monday><td: 6:10>>>',
    ],
  },
  {
    file: 'word-web.html',
    blocks: [
      '<heading 1: Tide tables>',
      '<heading 2: Spring>',
      '<p: <b: Twice> a month.>',
      '<ul: <li: <p: Moon><ul: <li: Full><li: New>>><li: Sun>>',
      '<p: Then:>',
      '<ol: <li: Wait><li: Sail>>',
    ],
  },
  {
    file: 'code-editor.html',
    blocks: ['<pre: if (tide > 4) {\n  moor({\n\n    ropes: 2\n  });\n}>'],
  },
  {
    file: 'chat.html',
    blocks: ['<p: High water at six.<br>Bring <b: ropes>,<br>and be early.>', '<p: one word>'],
  },
  {
    file: 'word-mac.html',
    blocks: [
      '<heading 2: Safety>',
      '<p: Wear a <b: vest>>',
      '<ol: <li: Look><li: Leap>>',
      '<quote: <i: Time and tide wait for no one.>>',
      '<p: Do not click E = mc<superscript: 2>>',
    ],
  },
  {
    file: 'google-docs.html',
    pictures: true,
    blocks: [
      '<heading 1: Tides>',
      '<p: The <b: moon><i:  pulls><u:  water><superscript: 1><s:  always>, see <a https://example.com/moon: the moon>.>',
      '<ul: <li: <p: Spring tide><ul: <li: Full moon><li: New moon>>><li: Neap tide>>',
      '<ol 2: <li: Wait>>',
      '<table: <tr: <th: Day><th: High>><tr: <td: Mon><td: <p>>>>',
    ],
  },
  {
    file: 'excel.html',
    blocks: [
      '<table: <tr: <th: Ship><th: Berth><th: Since>><tr: <td: Aurora><td: 3><td: <i: 01/02/2026>>><tr: <td 2: Borealis><td: <p>>>>',
    ],
  },
  {
    file: 'google-sheets.html',
    blocks: ['<table: <tr: <th: Ship><th: Berth>><tr: <td: <a https://example.com/aurora: Aurora>><td: 3>>>'],
  },
  {
    file: 'libreoffice.html',
    blocks: [
      '<heading 1: Ropes>',
      '<p: Tie <b: two> <i: <u: half hitches>>.>',
      '<ol: <li: <p: Round><ol: <li: Again>>><li: Through>>',
      '<table: <tr: <th: Knot><th: Use>><tr: <td: Bowline><td: <p>>>>',
    ],
  },
  {
    file: 'pages.html',
    blocks: [
      '<p: <b: Lighthouse>>',
      '<p: It blinks <u: twice>, <i: always>.>',
      '<ul: <li: <p: White><ul: <li: Red>>><li: Green>>',
    ],
  },
  {
    file: 'notion.html',
    blocks: [
      '<heading 2: Crew>',
      '<p: Call <b: Ann> or <code: mayday()>, <a https://www.notion.so/Crew-1a2b3c: the list>.>',
      '<ul: <li: <p: Deck><ul: <li: Two people>>><li: [ ] Galley>>',
      "<pre javascript: const crew = [\n  'Ann',\n];>",
      '<quote: Stay dry>',
      '<hr>',
      '<table: <tr: <th: Name><th: Role>><tr: <td: Ann><td: Pilot>>>',
    ],
  },
  {
    file: 'web-page.html',
    pictures: true,
    blocks: [
      '<heading 2: History>',
      '<p: The <b: harbour> was <a https://example.com/wiki/Dredging: dredged><a #cite_note-1: <superscript: [1]>> in\u00a01890.>',
      '<p: The <i: old> quay>',
      '<p: Depth>',
      '<p: 9 m>',
      '<p: trap>',
      '<p: More>',
      '<p: Text>',
    ],
  },
];
