/** The gate with a steaming bowl, in a box of 64. */
export const logo_drawing =
  '<path d="M12 54V30a20 20 0 0 1 40 0v24" stroke="#f6b93b" stroke-width="7"/>' +
  '<path d="M20 41h24a12 12 0 0 1-24 0z" fill="currentColor"/>' +
  '<path d="M26 34q-4-5 0-9M32 34q-4-5 0-9M38 34q-4-5 0-9" stroke="#ff8a5c" stroke-width="3.5"/>'
