// Reads text while another part still writes it: a line counts once its end is written.

/** Returns the lines of a text that have their end, without it. */
export const wholeLines = (text: string): readonly string[] => text.split('\n').slice(0, -1);
