import { stem } from "../../text/stem.ts";

/**
 * Words that people use for one another when they ask for a tool: general
 * English and the commonest Japanese ones. A group is symmetric; a word may
 * stand in several. Own writing, not made for any set of queries.
 */
const GROUPS: readonly string[] = [
  "get fetch retrieve obtain read 取得",
  "find search lookup query locate seek 検索 探す",
  "show display view print 表示",
  "list enumerate all overview 一覧",
  "create make add new generate 作成 追加 生成",
  "update change modify edit alter revise 更新 変更 編集",
  "delete remove erase drop clear 削除",
  "send post deliver submit 送信 投稿",
  "run execute start launch invoke perform 実行 起動",
  "stop cancel end abort kill terminate 停止 中止",
  "check verify validate test inspect 確認 検証",
  "compare diff difference 比較 差分",
  "copy duplicate clone コピー 複製",
  "move rename relocate 移動",
  "download save export ダウンロード 保存",
  "upload import load アップロード",
  "open visit browse 開く",
  "fix repair mend correct solve 修正 修復",
  "explain describe tell describe 説明",
  "count number amount total 件数",
  "calculate compute estimate 計算",
  "convert transform translate 変換 翻訳",
  "book reserve schedule 予約",
  "buy purchase order 購入 注文",
  "file document 文書 ファイル",
  "folder directory フォルダ",
  "picture image photo 画像 写真",
  "mail email message メール",
  "repo repository リポジトリ",
  "bug issue ticket problem 課題",
  "person user member people 人",
  "meeting appointment event calendar 会議 予定",
  "weather forecast temperature 天気",
  "money price cost 価格 費用",
  "car vehicle 車",
  "film movie 映画",
  "song music track 音楽",
  "house home property 家",
  "job work employment 仕事",
  "illness disease 病気",
  "medicine drug medication 薬",
  "website site page webpage ページ",
  "text string 文字列",
  "config configuration settings setting 設定",
  "log history record ログ 履歴",
  "error failure fault エラー",
  "password credential secret パスワード",
];

const OTHERS = new Map<string, readonly string[]>();
for (const group of GROUPS) {
  const words = [...new Set(group.split(" ").map(stem))];
  for (const word of words) OTHERS.set(word, [...new Set([...(OTHERS.get(word) ?? []), ...words.filter((other) => other !== word)])]);
}

/** Terms that are often meant by this one. */
export function synonymsOf(term: string): readonly string[] {
  return OTHERS.get(term) ?? [];
}
