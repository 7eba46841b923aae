// Makes elements. Texts are always set as text, never as markup.

type Attributes = Readonly<Record<string, string>>;

/** Makes an element with attributes and children. */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

/** Makes a section that opens and closes. Its content is made when it opens first, because most stay closed. */
export const disclosure = (
  summary: readonly (Node | string)[],
  content: () => readonly (Node | string)[],
  { open = false, className = '' } = {},
): HTMLDetailsElement => {
  const made = element('details', { class: className }, element('summary', {}, ...summary));
  let filled = false;
  const fill = (): void => {
    if (filled) return;
    filled = true;
    made.append(...content());
  };
  made.addEventListener('toggle', () => {
    if (made.open) fill();
  });
  if (open) fill();
  made.open = open;
  return made;
};
