declare module '*?script-text' {
  export const script_text: string
}
