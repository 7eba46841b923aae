// The rules that the title of a test begins with, such as `@CONN-1: …` or `@RELOAD-2 @RELOAD-8: …`.

const ids = /^((?:@[A-Z]+(?:-[A-Z]+)*-\d+ )*@[A-Z]+(?:-[A-Z]+)*-\d+): /;

/** Returns the ids that a title begins with; none if it names no rule. */
export const rulesOfTitle = (title: string): readonly string[] =>
  (ids.exec(title)?.[1] ?? '')
    .split(' ')
    .filter(Boolean)
    .map((tag) => tag.slice(1));
