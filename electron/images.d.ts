/** A picture as a data URL, which the build puts into the program (Vite, "Static Asset Handling"). */
declare module '*.png?inline' {
  const dataUrl: string;
  export default dataUrl;
}
