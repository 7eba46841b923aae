// The colours of buttons, as red, green and blue in one number.
export const colours = {
  white: 0xffffff,
  black: 0x000000,
  grey: 0x262a30,
  red: 0xc81e1e,
  green: 0x1f8a3b,
  blue: 0x1d5fae,
  amber: 0xd08700,
  violet: 0x6d3fb5,
} as const;

export type Colour = (typeof colours)[keyof typeof colours];

/** Returns the style of a button whose feedback holds. */
export const litStyle = (bgcolor: Colour): { readonly color: number; readonly bgcolor: number } => ({
  color: bgcolor === colours.amber ? colours.black : colours.white,
  bgcolor,
});
