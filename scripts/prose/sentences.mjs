// Sentences of a page, with what is code in them as one word.

/** Code in a sentence counts as one word, whatever is in it. */
const codeWord = "CODEWORD";
const splitter = new Intl.Segmenter("en", { granularity: "sentence" });
/** Dots that end no sentence. */
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|no|cf|approx)\.\s*$/i;

/** The text of a node of a page, without its code. */
export function textOf(node) {
  if (node.type === "Str") return node.value;
  if (node.type === "Code" || node.type === "Image") return codeWord;
  if (node.type === "Break") return " ";
  if (node.type === "Html") return "";
  return (node.children ?? []).map(textOf).join("");
}

/** The sentences of a text, trimmed. A colon or semicolon ends none. */
export function sentencesOf(text) {
  const found = [];
  for (const { segment } of splitter.segment(text.replaceAll(/\s+/g, " "))) {
    const before = found.at(-1);
    if (before !== undefined && (abbreviation.test(before) || /^[a-z]/.test(segment))) found[found.length - 1] = before + segment;
    else found.push(segment);
  }
  return found.map((one) => one.trim()).filter((one) => one !== "");
}

/** How many words a sentence has. */
export function wordsIn(sentence) {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The beginning of a sentence, for a message. */
export function beginning(sentence) {
  const plain = sentence.replaceAll(codeWord, "`…`");
  return plain.length > 60 ? `${plain.slice(0, 57)}…` : plain;
}
