/**
 * Text for comparisons without case and accents: orders, ranges, search, choices in Studio, slugs. Deterministic on every
 * machine: it depends only on Unicode's own tables and the one below, never on the system locale.
 */

/**
 * The Latin letters that Unicode does not decompose into a plain letter and a mark, by the letters that people type for them. They
 * are those of `any-ascii`, which makes slugs on the server.
 */
const LETTERS: Readonly<Record<string, string>> = {
  a: 'ɐɑɒʌᴀᶏᶐⱥꞻꬰꭤ',
  aa: 'ꜳ𐞀',
  ae: 'æᴁᴂꞛꬱ',
  ao: 'ꜵ',
  au: 'ꜷ',
  av: 'ꜹꜻ',
  ay: 'ꜽ',
  b: 'ƀƃɓʙᴃᵬᶀꞗꞵ',
  c: 'ƈǀȼɕᴄↄꜿꞓꞔ𝼝',
  d: 'ðđƌȡɖɗᴅᴆᵭᶁᶑẟꝱꝺꟈ𝼥',
  db: 'ȸ',
  dz: 'ƻʣʥꭦ',
  dzh: 'ʤ𝼒𝼙',
  e: 'ǝɇɘəɛɜᴇᴈᶒᶓᶔᶕⱸⱻꬲꬳꬴ',
  er: 'ɚɝ',
  f: 'ƒɸᵮᶂⅎꜰꝼꞙꬵ',
  fng: 'ʩ𝼀',
  g: 'ǥɠɡɢɣʛᵷᵹᶃꞡꟑꬶ𝼁𝼂',
  gh: 'ƣ',
  h: 'ħɦɧʜⱨⱶꜧꞕꟶ',
  hw: 'ƕ',
  i: 'ɨɩɪɿʅᴉᵎᵻᵼᶖꞽ𝼚',
  ia: 'ꭠ',
  ie: 'ꭡ',
  j: 'ȷɉɟʄʝᴊ',
  k: 'ƙʞᴋᶄⱪꝁꝃꝅꞣ𝼃𝼐',
  l: 'łƚƛȴɫɬɭʟᴌᶅⱡꝇꝉꝲꞎꟛꬷꬸꬹ𝼄𝼑𝼓𝼦',
  ll: 'ỻꞁ',
  ls: 'ʪ',
  lz: 'ʫ',
  lzh: 'ɮ𝼅',
  m: 'ɱᴍᵯᶆꝳꬺ',
  n: 'ƞȵɲɳɴᴎᵰᶇꝴꞑꞥꬻ𝼧',
  ng: 'ŋꝿꬼ𝼇𝼔',
  o: 'øɔɞɵᴏᴐᴑᴒᴓᴖᴗᶗⱷⱺꝋꝍꞷꟁꬽꬾꬿ𝼛',
  oe: 'œɶʚᴔꞝꭀꭁꭂꭢ',
  oo: 'ꝏꭃꭄ',
  ou: 'ȣᴕ',
  p: 'ƥᴘᵱᵽᶈꝑꝓꝕ',
  pc: 'ʘ',
  q: 'ĸǃɋʗʠꝗꝙꞯ𝼊𝼏',
  qc: 'ǂ𝼋𝼌',
  qp: 'ȹ',
  r: 'ɍɹɺɻɼɽɾʀʁᴙᴚᵲᵳᶉⱹꝛꝝꝵꝶꞃꞧꭅꭆꭇꭉꭋꭌꭨ𝼈𝼕𝼖𝼨',
  rr: 'ꭈꭊ',
  s: 'ȿʂᵴᶊẜẝꜱꝭꝸꞅꞩꟊꟍꟗꟙ𝼞𝼩',
  sh: 'ƪʃʆᶋᶘꭍ',
  t: 'ŧƫƭȶʇʈᴛᵵⱦꝷꞇ𝼉𝼍𝼪',
  tc: 'ʨ',
  th: 'þᵺꝥꝧ',
  thth: 'ꟓ',
  ts: 'ƾʦꭧ',
  tsh: 'ʧ𝼗𝼜',
  tz: 'ꜩ',
  u: 'ɤɷʉʊᴜᴝᴞᵾᵿᶙꞹꞿꭎꭏꭒ',
  ue: 'ᵫꞟ',
  ui: 'ꭐꭑ',
  uo: 'ꭣ',
  v: 'ʋᴠᶌỽⱱⱴꝟꝩ',
  vy: 'ꝡ',
  w: 'ƿɯɰʍᴟᴡⱳꟃꟺ',
  ww: 'ʬꟕ',
  x: 'ǁʖᶍꭓꭔꭕꭖꭗꭘꭙ𝼎',
  y: 'ƴȝɏɥʎʏʮʯỿꭚ𝼆',
  z: 'ƍƶȥɀʐʑᴢᵶᶎⱬꝣ',
  zh: 'ƺʒʓᴣᶚ𝼘',
};
/** Letters that are apostrophes, as in Hawaiʻi; like apostrophes, they are not written in slugs. */
const APOSTROPHES = 'ʹʻʼʽʾʿˈ';

const plain = new Map(
  [...Object.entries(LETTERS), ['', APOSTROPHES] as const].flatMap(([letters, all]) =>
    [...all].map((letter) => [letter, letters] as const),
  ),
);
const UNDECOMPOSED = new RegExp(`[${[...plain.keys()].join('')}]`, 'gu');
const IS_ASCII = /^[\x20-\x7e]*$/;
const IGNORED = /\p{Default_Ignorable_Code_Point}+/gu;
const MARKS = /[\p{M}\p{Default_Ignorable_Code_Point}]+/gu;

/** The text without case and accents: `Crème Brûlée` and `creme brulee` are one, `Łódź` and `lodz`, `Straße` and `STRASSE` too. */
export function fold(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return plainLetters(text.normalize('NFKD').replace(MARKS, ''));
}

/** The text in lower case, with plain letters for those that Unicode does not decompose. Marks stay. */
export function plainLetters(text: string): string {
  // Through upper case, for letters with two lower-case forms or none: ς and σ, ß and ss; from lower case, as ẞ has no other upper case.
  const small = text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return small.replace(UNDECOMPOSED, (letter) => plain.get(letter) ?? letter);
}

/** The text without what nobody sees and Unicode ignores by default, such as soft hyphens and joiners. */
export function withoutIgnored(text: string): string {
  return text.replace(IGNORED, '');
}
