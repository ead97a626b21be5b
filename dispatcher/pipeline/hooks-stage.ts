export async function hooksStage(..._: readonly unknown[]): Promise<never> {
  throw new Error("not built yet");
}
